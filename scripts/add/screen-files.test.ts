import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textField } from '#shared/fields.ts';
import { defineItems } from '#shared/items.ts';
import { namesOf } from './names.ts';
import { parseScreenPath, screenFile, screenTest } from './screen-files.ts';

const kind = defineItems({
  one: 'plant',
  many: 'plants',
  fields: { name: textField('Name', { maxCharacters: 100, isRequired: true }) },
});
const feature = { kind, names: namesOf('plants') };
const parse = (path: string) => parseScreenPath(path, feature, ['/plants', '/plants/:plant/log']);

test('files, title and description of a screen follow from its path', () => {
  const described = (path: string) => {
    const { file, title, description, isOfItem } = parse(path);
    return [file, title, description, isOfItem];
  };
  assert.deepEqual(described('plants/:id/care'), ['plant-care', 'Care', 'Care of a plant.', true]);
  assert.deepEqual(described('/plants/:id'), ['plant', 'Plant', 'A plant.', true]);
  assert.deepEqual(described('plants/:id/log/:dayOfYear'), [
    ...['plant-log-day-of-year', 'Day of year', 'Day of year of a plant.', true],
  ]);
  assert.deepEqual(described('plants/old-ones'), [
    ...['plants-old-ones', 'Old ones', 'Old ones of your plants.', false],
  ]);
});

for (const [path, message] of [
  ['plants', /^\/plants is the list of plants: add a segment/],
  ['plants/', /^"" is no segment/],
  ['plants/Care', /^"Care" is no segment of a path/],
  ['plants/:Id', /^":Id" is no segment/],
  ["plants/a'b", /is no segment/],
  ['plants/../x', /^"\.\." is no segment/],
  ['plants/:id/:id', /^\/plants\/:id\/:id has a parameter twice$/],
  ['plants/:id/log', /^There is a screen with the path \/plants\/:plant\/log$/],
  [`plants/${'a'.repeat(60)}`, /is too long$/],
] as const)
  test(`${path.slice(0, 20)} is no path of a new screen`, () => {
    assert.throws(() => parse(path), { message });
  });

test('a screen of an item shows its title, another one its parameter or title', () => {
  assert.match(
    screenFile(feature, parse('plants/:id/care')),
    /\{\(plant\) =>[\s\S]+\{plant\.name\}/,
  );
  assert.match(screenFile(feature, parse('plants/tag/:tag')), /dir="auto">\{tag\}</);
  assert.match(screenFile(feature, parse('plants/old')), /function PlantsOld\(\)[\s\S]+>Old</);
  const ofItem = screenTest(feature, parse('plants/:id/log/:day'));
  assert.match(ofItem, /goto\(`\/plants\/\$\{id\}\/log\/some-day`\)/);
  assert.match(ofItem, /goto\('\/plants\/unknown\/log\/some-day'\)/);
});
