// Prints the section of CHANGELOG.md about a version. Fails if it is missing, or if package.json has another version.
// usage: node scripts/product/release-notes.ts v1.2.3    Needs no packages: a workflow runs it without installing.
import { readFileSync } from 'node:fs';

const version = process.argv[2]?.replace(/^v/, '') ?? '';
const { version: current } = JSON.parse(readFileSync('package.json', 'utf8'));
const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^## (?=\[)/m);
const section = sections.find((text) => text.startsWith(`[${version}]`));
if (version !== current) fail(`The tag is ${version}, but package.json says ${current}.`);
if (!section) fail(`CHANGELOG.md has no section ## [${version}].`);
console.log(section?.split('\n').slice(1).join('\n').trim());

function fail(message: string) {
  console.error(message);
  process.exit(1);
}
