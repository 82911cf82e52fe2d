import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { root } from '#scripts/product/change-command.ts';

/** A node of the syntax tree. */
export type Node = { type: string; start: number; end: number; [key: string]: unknown };

/** A source file that a command edits. */
export type Source = ReturnType<typeof parseSource>;

/** Reads a file of the product. `recipe` says how to make the change by hand. */
export const readSource = (file: string, recipe: string) => {
  try {
    return parseSource(file, readFileSync(join(root, file), 'utf8'), recipe);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw byHand(file, 'does not exist', recipe);
  }
};

/**
 * Parses a source. Its functions find places, and throw an error that names what the file lacks; edits are collected,
 * and `edited` returns the text with all of them. It is not formatted.
 */
export function parseSource(file: string, text: string, recipe: string) {
  const { body } = parseAst(text, { lang: 'ts' }) as unknown as { body: Node[] };
  const edits: { at: number; end: number; text: string }[] = [];
  const extended = new Set<Node>();
  const imported = new Set<string>();
  const insert = (at: number, text: string) => void edits.push({ at, end: at, text });
  const imports = body.filter(({ type }) => type === 'ImportDeclaration');
  const lacks = (what: string) => byHand(file, `has no ${what}`, recipe);

  return {
    lacks,

    /** Finds a call of a function by name, the first that fits. */
    call(name: string, fits: (args: Node[]) => boolean = () => true) {
      const all = body.flatMap(nodesIn).filter(({ type }) => type === 'CallExpression');
      return all
        .filter(({ callee }) => (callee as Node).name === name)
        .map((call) => ({ node: call, args: call.arguments as Node[] }))
        .find(({ args }) => fits(args));
    },

    /** Returns the object or list of an expression, or of the constant in this file that it names. */
    literal(node: Node | undefined, type: 'ObjectExpression' | 'ArrayExpression') {
      const found = unwrap(node?.type === 'Identifier' ? constant(String(node.name)) : node);
      return found?.type === type ? found : undefined;
    },

    constant,

    /** Returns the name of the constant whose value is an expression. */
    nameOf: (value: Node) =>
      constants().find(({ init }) => init === value)?.id as { name: string } | undefined,

    /** Returns the source of an expression. */
    textOf: ({ start, end }: Node) => text.slice(start, end),

    /** Adds an entry to the end of an object, a list or the arguments of a call. */
    append(node: Node, entry: string) {
      const entries = (node.properties ?? node.elements ?? node.arguments) as Node[];
      const last = entries.at(-1);
      const end = node.end - 1;
      const rest = text.slice(last?.end ?? node.start + 1, end);
      const hasComma = withoutComments(rest).includes(',') || extended.has(node);
      if (last && !hasComma) insert(last.end, ',');
      extended.add(node);
      insert(end, `${rest.includes('\n') ? '' : '\n'}${entry},\n`);
    },

    insert,

    replace: ({ start, end }: Node, text: string) => void edits.push({ at: start, end, text }),

    /** Imports everything of a module as a name, unless the file does. */
    addNamespace(name: string, from: string) {
      if (imports.some(({ source }) => (source as Node).value === from)) return;
      addStatement(`import * as ${name} from '${from}';`);
    },

    /** Imports a name, unless the file does. The formatter sorts the imports. */
    addImport(name: string, from: string) {
      const same = imports.filter(
        ({ source, importKind }) => (source as Node).value === from && importKind !== 'type',
      );
      const specifiers = same.flatMap((one) => one.specifiers as Node[]);
      const named = specifiers.filter(({ type }) => type === 'ImportSpecifier');
      if (named.some(({ imported }) => (imported as Node).name === name)) return;
      if (imported.has(name)) return;
      imported.add(name);
      const last = named.at(-1);
      if (last) insert(last.end, `, ${name}`);
      else addStatement(`import { ${name} } from '${from}';`);
    },

    /** Returns the text with all edits. Those at the same place keep their order. */
    edited: () =>
      edits
        .map((edit, index) => ({ ...edit, index }))
        .sort((a, b) => b.at - a.at || b.index - a.index)
        .reduce(
          (result, { at, end, text }) => result.slice(0, at) + text + result.slice(end),
          text,
        ),
  };

  function addStatement(statement: string) {
    const last = imports.at(-1);
    if (last) insert(last.end, `\n${statement}`);
    else insert(0, `${statement}\n\n`);
  }

  /** Returns the value of a constant at the top of the file. */
  function constant(name: string) {
    return constants().find(({ id }) => (id as Node).name === name)?.init as Node | undefined;
  }

  function constants() {
    return body
      .map((node) => (node.type === 'ExportNamedDeclaration' ? (node.declaration as Node) : node))
      .filter((node) => node?.type === 'VariableDeclaration')
      .flatMap((node) => node.declarations as Node[]);
  }
}

/** Returns the value of a property, or undefined if the object does not write it out. */
export function propertyOf(object: Node | undefined, name: string) {
  const properties = (object?.properties ?? []) as Node[];
  return properties.find(({ key }) => key && [key as Node].some(isNamed(name)))?.value as
    | Node
    | undefined;
}

const isNamed =
  (name: string) =>
  ({ name: own, value }: Node) =>
    own === name || value === name;

function byHand(file: string, problem: string, recipe: string) {
  return new Error(`${file} ${problem}: make this change by hand, as in ${recipe}`);
}

/** Returns an expression without `as const` and `satisfies`. */
function unwrap(node: Node | undefined): Node | undefined {
  return node && /^(TSAs|TSSatisfies|Parenthesized)Expression$/.test(node.type)
    ? unwrap(node.expression as Node)
    : node;
}

function nodesIn(node: Node): Node[] {
  return [node, ...Object.values(node).flat().filter(isNode).flatMap(nodesIn)];
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

const withoutComments = (text: string) => text.replaceAll(/\/\/.*|\/\*[\s\S]*?\*\//g, '');
