/** Finds the class names that sources put on elements. It reads the code and renders nothing. */
import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

interface Source {
  file: string;
  program: Node;
  /** The possible values of each variable, parameter and function of the file. */
  variables: Map<string, Node[]>;
  /** The values of the properties of each name. */
  properties: Map<string, Node[]>;
  /** The values of the attributes of each name, by their element: "Pocket.hem". */
  attributes: Map<string, Node[]>;
  /** Maps a local name to the key from which it was destructured. */
  keys: Map<string, string>;
  imported: Set<string>;
}

/** Matches names of attributes, properties, variables and functions that contain class names. */
const HOLDER = /^class(Name)?$|Class(Name)?$/;

/** Returns each class name with the files that use it. In a name with "…" code inserts the rest. */
export function findClassNames(files: readonly string[]): Map<string, string[]> {
  const sources = files.map(readSource);
  const finder = new Finder(sources);
  for (const source of sources) eachNode(source.program, (node) => finder.startAt(node, source));
  return finder.found;
}

/** Returns every text in the sources, class names and others. */
export function findTexts(files: readonly string[]): string[] {
  const texts: string[] = [];
  for (const { program } of files.map(readSource))
    eachNode(program, (node) => {
      if (node.type === 'Literal' && typeof node.value === 'string') texts.push(node.value);
      if (node.type === 'TemplateLiteral') texts.push(textOf(node));
    });
  return texts;
}

/** Calls `visit` for a node and all its descendants. */
function eachNode(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) for (const each of node) eachNode(each, visit);
  if (!isNode(node)) return;
  visit(node);
  for (const child of Object.values(node)) if (typeof child === 'object') eachNode(child, visit);
}

class Finder {
  readonly found = new Map<string, string[]>();
  readonly #seen = new Set<Node>();
  readonly #sources: readonly Source[];

  constructor(sources: readonly Source[]) {
    this.#sources = sources;
  }

  /** Follows a node whose own name says that it contains class names. */
  startAt(node: Node, source: Source): void {
    if (node.type === 'JSXAttribute' && HOLDER.test(nameOf(node.name))) this.#follow(node.value, source);
    if (node.type === 'Property' && HOLDER.test(nameOf(node.key))) this.#follow(node.value, source);
    if (node.type === 'VariableDeclarator' && HOLDER.test(nameOf(node.id))) this.#follow(node.init, source);
    if (node.type === 'AssignmentPattern' && HOLDER.test(nameOf(node.left))) this.#follow(node.right, source);
    if (node.type === 'FunctionDeclaration' && HOLDER.test(nameOf(node.id))) this.#follow(node, source);
    if (node.type === 'CallExpression' && nameOf(node.callee) === 'cx') this.#follow(node.arguments, source);
    if (node.type === 'CallExpression' && isClassList(node.callee))
      this.#follow((node.arguments as Node[])[0], source);
  }

  /** Follows the values that an expression may have. Conditions are not values. */
  #follow(node: unknown, source: Source): void {
    if (Array.isArray(node)) return node.forEach((each) => this.#follow(each, source));
    if (!isNode(node) || this.#seen.has(node)) return;
    this.#seen.add(node);
    switch (node.type) {
      case 'Literal':
        return this.#addNames(typeof node.value === 'string' ? node.value : '', source);
      case 'TemplateLiteral':
        this.#addNames(textOf(node), source);
        return this.#follow(node.expressions, source);
      case 'ConditionalExpression':
        return this.#follow([node.consequent, node.alternate], source);
      case 'LogicalExpression':
        return this.#follow(node.operator === '&&' ? node.right : [node.left, node.right], source);
      case 'BinaryExpression':
        return this.#follow([node.left, node.right], source);
      case 'CallExpression':
        return this.#followCall(node, source);
      case 'MemberExpression':
        return this.#followMember(node, source);
      case 'Identifier':
        return this.#followName(String(node.name), source);
      case 'ArrayExpression':
        return this.#follow(node.elements, source);
      case 'ObjectExpression':
        return this.#follow(node.properties, source);
      case 'Property':
        return this.#follow(node.value, source);
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        return this.#followReturns(node, source);
      default: // Parentheses, and syntax of TypeScript.
        return this.#follow(node.expression, source);
    }
  }

  #followCall(node: Node, source: Source): void {
    const callee = node.callee as Node;
    // `cx` is a starting point itself. For other functions, their results are followed. For `[...].join()`,
    // the list is followed.
    if (callee.type === 'MemberExpression') this.#follow(callee.object, source);
    else if (nameOf(callee) !== 'cx') this.#follow(callee, source);
  }

  #followMember(node: Node, source: Source): void {
    if (node.computed === true) return this.#follow(node.object, source);
    const owner = nameOf(node.object);
    for (const other of source.imported.has(owner) ? this.#sources : [source])
      this.#follow(other.properties.get(nameOf(node.property)), other);
  }

  #followName(name: string, source: Source): void {
    for (const other of source.imported.has(name) ? this.#sources : [source])
      this.#follow(other.variables.get(name), other);
    const key = source.keys.get(name);
    if (key === undefined) return;
    this.#follow(source.properties.get(key), source);
    // A component's parameter has the values of the attributes of its elements.
    for (const other of this.#sources)
      for (const component of source.variables.keys())
        this.#follow(other.attributes.get(`${component}.${key}`), other);
  }

  #followReturns(node: Node, source: Source): void {
    const body = node.body as Node;
    if (body.type !== 'BlockStatement') return this.#follow(body, source);
    eachNode(body, (each) => each.type === 'ReturnStatement' && this.#follow(each.argument, source));
  }

  #addNames(text: string, { file }: Source): void {
    for (const name of text.split(/\s+/).filter(Boolean)) {
      const files = this.found.get(name) ?? [];
      if (!files.includes(file)) this.found.set(name, [...files, file]);
    }
  }
}

function readSource(file: string): Source {
  const program = parseSync(file, readFileSync(file, 'utf8')).program as unknown as Node;
  const [variables, properties, attributes] = [newValues(), newValues(), newValues()];
  const [keys, imported] = [new Map<string, string>(), new Set<string>()];
  const put = (to: Map<string, Node[]>, name: string, value: unknown) =>
    isNode(value) && to.set(name, [...(to.get(name) ?? []), value]);
  eachNode(program, (node) => {
    switch (node.type) {
      case 'VariableDeclarator':
        return put(variables, nameOf(node.id), node.init);
      case 'FunctionDeclaration':
        return put(variables, nameOf(node.id), node);
      case 'AssignmentPattern':
        return put(variables, nameOf(node.left), node.right);
      case 'CallExpression':
        return put(variables, nameOf(findMappedList(node)?.item), findMappedList(node)?.list);
      case 'ImportSpecifier':
        return imported.add(nameOf(node.local));
      case 'Property':
        return put(properties, nameOf(node.key), node.value);
      case 'JSXOpeningElement':
        for (const { name, value } of node.attributes as Node[])
          put(attributes, `${nameOf(node.name)}.${nameOf(name)}`, value);
        return;
      case 'ObjectPattern':
        for (const { key, value } of node.properties as Node[])
          keys.set(nameOf(isNode(value) && value.left ? value.left : value), nameOf(key));
    }
  });
  return { file, program, variables, properties, attributes, keys, imported };
}

const newValues = () => new Map<string, Node[]>();

/** Returns the list and the item parameter of `list.map((item) => …)`. */
function findMappedList({ callee, arguments: given }: Node): { list: unknown; item: unknown } | undefined {
  const [each] = given as Node[];
  const isMap = isNode(callee) && nameOf(callee.property) === 'map' && isNode(each?.body);
  return isMap ? { list: callee.object, item: (each.params as Node[])[0] } : undefined;
}

/** Returns a template's text. A value inserted without a space around it is shown as "…". */
function textOf({ quasis }: Node): string {
  return (quasis as { value: { cooked: string } }[])
    .map(({ value }) => value.cooked)
    .reduce((before, after) => {
      const isApart = (before === '' || /\s$/.test(before)) && (after === '' || /^\s/.test(after));
      return `${before}${isApart ? '' : '…'}${after}`;
    });
}

function isClassList(callee: unknown): boolean {
  if (!isNode(callee) || callee.type !== 'MemberExpression') return false;
  const { object, property } = callee;
  const isList =
    nameOf(object) === 'classList' || (isNode(object) && nameOf(object.property) === 'classList');
  return isList && ['add', 'remove', 'toggle'].includes(nameOf(property));
}

function nameOf(node: unknown): string {
  return isNode(node) && typeof node.name === 'string' ? node.name : '';
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
