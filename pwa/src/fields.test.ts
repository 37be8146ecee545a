// @pure
/**
 * Every text field must declare how it reads typed and pasted text, and must be covered by the test that
 * visits all forms (`pwa/e2e/slow/fields.spec.ts`). That test's table lists every field of every file.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';

const SRC = import.meta.dirname;
/** The UI components that render text fields, with the kind of those that have only one kind. */
const COMPONENTS: Record<string, string | undefined> = {
  TextInput: undefined,
  PhoneInput: 'phone',
  PasswordInput: 'secret',
  OtpInput: 'otp',
  AmountInput: 'amount',
  TextAreaField: 'text',
  TimeInput: 'time',
  GrowingField: 'text',
};
/** Files that implement these components with `input` and `textarea`. */
const KIT = new Set([
  'ui/text-input.tsx',
  'ui/phone-input.tsx',
  'ui/password-input.tsx',
  'ui/otp-input.tsx',
  'ui/amount-input.tsx',
  'operator/ui/form-fields.tsx',
  'operator/ui/time-input.tsx',
  'conversation/composer-controls.tsx',
]);
/** Inputs that take no typed text. */
const OTHER = /^(checkbox|radio|file)$/;

interface Node {
  type: string;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

/** The kinds of the fields that a file renders; `none` for a field without a declaration. */
function fieldsOf(file: string): string[] {
  const code = readFileSync(join(SRC, file), 'utf8');
  const found: string[] = [];
  const visitNode = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visitNode);
    if (!isNode(node)) return;
    if (node.type === 'JSXOpeningElement') {
      const name = String((node.name as Node).name);
      const attributes = node.attributes as Node[];
      const value = (attribute: string) => valueOf(attributes, attribute);
      if (name in COMPONENTS)
        found.push(COMPONENTS[name] ?? value('reading') ?? spreadReading(code) ?? 'none');
      else if (name === 'textarea' || (name === 'input' && !OTHER.test(value('type') ?? '')))
        found.push(value('data-reads') ?? 'none');
    }
    for (const [key, child] of Object.entries(node)) if (key !== 'parent') visitNode(child);
  };
  visitNode(parseSync(file, code).program);
  return found;
}

function valueOf(attributes: Node[], name: string): string | undefined {
  const found = attributes.find((each) => (each.name as Node | undefined)?.name === name)?.value;
  if (!isNode(found)) return undefined;
  if (found.type === 'Literal') return String(found.value);
  const expression = found.expression as Node;
  return kindOf(String((expression.object as Node | undefined)?.name ?? expression.name));
}

/** The kind of the reading in an object that is spread into several fields. */
function spreadReading(code: string): string | undefined {
  const name = /\breading: (\w+)/.exec(code)?.[1];
  return name && kindOf(name);
}

/** The kind of the reading with that name: `lineReading` has the kind `line`. */
function kindOf(name: string): string {
  return name.replace(/Reading$/, '');
}

it('every field declares how it reads its text, and is in fields.json', () => {
  const table = JSON.parse(readFileSync(join(SRC, '../e2e/slow/fields.json'), 'utf8')) as Record<
    string,
    { fields: string[]; walk?: string; why?: string }[]
  >;
  const files = (readdirSync(SRC, { recursive: true, encoding: 'utf8' }) as string[]).filter(
    (path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx') && !KIT.has(path),
  );

  const drawn = files
    .map((file) => [file, fieldsOf(file).sort()] as const)
    .filter(([, fields]) => fields.length > 0);

  expect(drawn.length).toBeGreaterThan(25);
  expect(Object.fromEntries(drawn)).toEqual(
    Object.fromEntries(
      Object.entries(table).map(([file, rows]) => [file, rows.flatMap(({ fields }) => fields).sort()]),
    ),
  );
  expect(
    Object.values(table)
      .flat()
      .filter(({ walk: visitNode, why }) => !visitNode && !why),
  ).toEqual([]);
});
