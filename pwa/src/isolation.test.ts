// @pure
/**
 * Text that somebody else wrote must be rendered in a `<bdi>`, so that none of its characters reverses an
 * amount next to it. Translated sentences isolate their values themselves (`isolate`). An attribute that
 * shows such a text must isolate it too.
 *
 * The check goes by the names of fields and does not follow values: it misses a text under another name, or
 * one that a function returns. Only the functions in CALLS are checked.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

/** Fields with texts that people write, by their names in the API and the app. */
const FIELDS = new Set(
  'name accountName bankAccountName holder message fileName title subtitle preview payload username assignee operator proposer me subject theirs ours part'.split(
    ' ',
  ),
);
/** Functions that return such a text unchanged. */
const CALLS = new Set(['customerName', 'valueText', 'detailsText']);
/** Attributes that a screen reader or tooltip uses. A component renders its `title` in a `<bdi>`. */
const ATTRIBUTES = new Set(['aria-label', 'alt', 'placeholder', 'label']);
/** Our own texts or whole sentences under such a name, by file. */
const OWN = new Set([
  'features/care/break-sheet.tsx: title',
  'features/chat/chat-sheet.tsx: title',
  'features/content/howto-sheet.tsx: aria-label=title',
  'features/content/howto-sheet.tsx: label=name',
  'features/identity/wizard-frame.tsx: name',
  'features/identity/wizard-frame.tsx: title',
  'features/rewards/accrual/banner-intro.tsx: label=title',
  'features/rewards/accrual/accrual-log.tsx: title',
  'operator/canned/canned-form.tsx: label=name',
  'operator/cashier/queue/cashier-tabs.tsx: name',
  'operator/frame/login-page.tsx: name',
  'operator/panel/panel-frame.tsx: aria-label=title',
  'operator/panel/panel-frame.tsx: title',
  'operator/panel/who-panel.tsx: name',
  'routes/user/-line-link.tsx: aria-label=name',
  'shell/queue-items.tsx: title',
  'shell/notice-page.tsx: title',
  'shell/preferences.tsx: name',
  'shell/queue-item.tsx: title',
  'ui/alert.tsx: title',
  'ui/confirm-step.tsx: title',
  'ui/empty-state.tsx: title',
  'ui/result-step.tsx: title',
  'ui/tabs.tsx: name',
]);

interface Node {
  type: string;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

/** The names of the fields that an expression shows. */
function shown(expression: unknown): string[] {
  if (!isNode(expression)) return [];
  const each = (...keys: string[]) => keys.flatMap((key) => [expression[key]].flat().flatMap(shown));
  switch (expression.type) {
    case 'ConditionalExpression':
      return each('consequent', 'alternate');
    case 'LogicalExpression':
      return expression.operator === '&&' ? each('right') : each('left', 'right');
    case 'BinaryExpression':
      return expression.operator === '+' ? each('left', 'right') : [];
    case 'TemplateLiteral':
      return each('expressions');
    case 'ChainExpression':
    case 'ParenthesizedExpression':
    case 'TSNonNullExpression':
    case 'TSAsExpression':
      return each('expression');
    case 'MemberExpression':
      return shown(expression.property);
    case 'CallExpression':
      return isNode(expression.callee) && CALLS.has(String(expression.callee.name))
        ? [String(expression.callee.name)]
        : [];
    case 'Identifier':
      return FIELDS.has(String(expression.name)) ? [String(expression.name)] : [];
    default:
      return [];
  }
}

/** All places in a file that show a field without isolating it. */
function bare(code: string, file: string): string[] {
  const found: string[] = [];
  const visitNode = (node: unknown, parent: string): void => {
    if (Array.isArray(node)) return node.forEach((each) => visitNode(each, parent));
    if (!isNode(node)) return;
    let inside = parent;
    if (node.type === 'JSXElement') inside = String(((node.openingElement as Node).name as Node).name);
    if (node.type === 'JSXFragment') inside = '';
    if (node.type === 'JSXExpressionContainer' && parent !== 'bdi' && parent !== '=')
      found.push(...shown(node.expression));
    if (node.type === 'JSXAttribute') {
      const { name, value } = node as unknown as { name: Node; value: Node | null };
      const isSpokenAttribute =
        ATTRIBUTES.has(String(name.name)) || (name.name === 'title' && /^[a-z]/.test(parent));
      if (isSpokenAttribute && value?.type === 'JSXExpressionContainer')
        found.push(...shown(value.expression).map((field) => `${String(name.name)}=${field}`));
      inside = '=';
    }
    for (const [key, value] of Object.entries(node)) if (key !== 'parent') visitNode(value, inside);
  };
  visitNode(parseSync(file, code).program, '');
  return found.map((field) => `${file}: ${field}`).filter((place) => !OWN.has(place));
}

const SRC = import.meta.dirname;
const screens = (readdirSync(SRC, { recursive: true }) as string[]).filter(
  (path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'),
);

describe('text that a person wrote', () => {
  it.each([
    ['<p>{member.accountName}</p>', 'accountName'],
    ['<p>{name} · {phone}</p>', 'name'],
    ['<><b>{id}</b>{summary ? customerName(summary) : id}</>', 'customerName'],
    ['<p>{is && `${row.title} (${id})`}</p>', 'title'],
    ['<img alt={card!.title} />', 'alt=title'],
    ['<p title={payload} />', 'title=payload'],
    ['<bdi><b>{name}</b></bdi>', 'name'],
  ])('unisolated text is found in %s', (screen, field) => {
    expect(bare(`const a = ${screen};`, 'a.tsx')).toEqual([`a.tsx: ${field}`]);
  });

  it.each([
    '<p><bdi>{member.accountName}</bdi></p>',
    '<bdi>{name || say("none")}</bdi>',
    '<p>{say("by", { name })}</p>',
    '<img alt={isolate(name)} />',
    '<Sheet title={card.name} />',
    '<p key={name}>{member.accountNo}</p>',
  ])('text is accepted without isolation: %s', (screen) => {
    expect(bare(`const a = ${screen};`, 'a.tsx')).toEqual([]);
  });

  it('text is isolated on every screen', () => {
    const found = screens.flatMap((file) => bare(readFileSync(join(SRC, file), 'utf8'), file));

    expect(screens.length).toBeGreaterThan(200);
    expect(found).toEqual([]);
  });
});
