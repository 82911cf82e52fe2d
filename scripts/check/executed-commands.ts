import { parseAst } from 'rolldown/parseAst';

type Node = { type: string; [key: string]: unknown };

/** The functions whose first argument is the title of tests. */
const TITLED = ['test', 'describe', 't'];
/** What separates the words of commands, including lists in a Dockerfile. */
const SEPARATORS = /[\s"'[\],;&|]+/;

/** Tells whether the commands of a workflow or of a Dockerfile contain one of these forms, as whole words. */
export function linesRun(lines: string[], forms: string[]) {
  const texts = lines.map((line) => ` ${line.split(SEPARATORS).join(' ')} `);
  return texts.some((text) => forms.some((form) => text.includes(` ${form} `)));
}

/** Lists the commands of a workflow: its `run` steps, with the matrix entries that a step runs. */
export function commandsOfWorkflow(source: string): string[] {
  const lines = source.split('\n').filter((line) => !/^\s*(#|$)/.test(line));
  return lines.flatMap((line, index) => {
    const [, text = ''] = /^\s*(?:- )?run: (.+)$/.exec(line) ?? [];
    if (/^[|>]-?$/.test(text)) return below(lines, index);
    const [, list] = /\$\{\{ matrix\.(\w+) \}\}/.exec(text) ?? [];
    return list ? entriesOf(lines, list) : [withoutComment(text)];
  });
}

/** Lists the commands that a Dockerfile runs when the image is built and started. */
export function commandsOfImage(source: string): string[] {
  const text = source.replace(/^\s*#.*\n/gm, '').replace(/\\\n/g, ' ');
  return [...text.matchAll(/^(?:RUN|CMD|ENTRYPOINT) (.+)$/gm)].map(([, command = '']) => command);
}

/**
 * Tells whether a test runs a program or command: a string in the test, or in a helper function that it calls, must be
 * one of these forms. Titles, comments and patterns do not count.
 */
export function testRuns(source: string, forms: string[], helpers: string[] = []) {
  const program = parse(source);
  if (hasString(program, forms)) return true;
  const called = nodesOf(program).flatMap(({ type, callee }) =>
    type === 'CallExpression' ? nameOf(callee as Node) : [],
  );
  return helpers
    .flatMap((helper) => nodesOf(parse(helper)))
    .filter(({ type }) => type === 'FunctionDeclaration')
    .some((one) => called.includes(nameOf(one.id as Node)) && hasString(one, forms));
}

/** Returns the lines of a block, which are indented more than the line before them. */
function below(lines: string[], index: number) {
  const depth = (line = '') => line.search(/[^\s-]/);
  const rest = lines.slice(index + 1);
  const end = rest.findIndex((line) => depth(line) <= depth(lines[index]));
  return end === -1 ? rest : rest.slice(0, end);
}

function entriesOf(lines: string[], list: string) {
  const index = lines.findIndex((line) => line.trim() === `${list}:`);
  return index === -1 ? [] : below(lines, index).map(withoutComment);
}

const withoutComment = (line: string) => line.replace(/\s#.*$/, '');

const parse = (source: string) => parseAst(source, { lang: 'ts' }) as unknown as Node;

function hasString(node: Node, forms: string[]) {
  return nodesOf(node).some(
    ({ type, value }) => type === 'Literal' && typeof value === 'string' && forms.includes(value),
  );
}

/** Lists a node and all nodes in it, except imports and test titles. */
function nodesOf(node: Node): Node[] {
  if (node.type === 'ImportDeclaration') return [];
  const { callee, arguments: args } = node;
  const isTitled = node.type === 'CallExpression' && TITLED.includes(firstName(callee as Node));
  const children = isTitled ? [callee, ...(args as Node[]).slice(1)] : Object.values(node).flat();
  return [node, ...children.filter(isNode).flatMap(nodesOf)];
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

/** Returns the name of a function: `a` of `a()`, `b` of `a.b()`. */
function nameOf({ type, name, property }: Node): string {
  return type === 'MemberExpression' ? nameOf(property as Node) : String(name);
}

/** Returns the first name of a call: `a` of `a.b()`. */
function firstName({ type, name, object }: Node): string {
  return type === 'MemberExpression' ? firstName(object as Node) : String(name);
}
