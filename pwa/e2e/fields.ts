/** Fills the fields of a screen like users do: typed, pasted, by a password manager, and composed. */
import { readFileSync } from 'node:fs';
import type { CDPSession, Locator, Page } from '@playwright/test';
import { expect } from './journey';
import type { Shot } from './screens-chat';

interface FieldCases {
  /** Pairs of the text that is entered, and the text that the field then shows. */
  typed: [string, string][];
  pasted: [string, string][];
}

const unchanged = (...texts: string[]): [string, string][] => texts.map((text) => [text, text]);

const casesByKind: Record<string, FieldCases> = {
  line: {
    typed: unchanged('สมชาย', 'Somchai 2'),
    pasted: [
      ['สม\u200bชาย\u202e ใจดี', 'สมชาย ใจดี'],
      ['\u2067Mali\u2069', 'Mali'],
    ],
  },
  capitals: {
    typed: [...unchanged('มานี'), ['somchai', 'SOMCHAI']],
    pasted: [['so\u200bm\u202echai', 'SOMCHAI']],
  },
  text: { typed: unchanged('ฝากเงินแล้ว', 'one two'), pasted: unchanged('ฝาก\u200bเงิน 👨\u200d👩', 'a,b') },
  secret: { typed: unchanged('รหัส pass 12', 'a  b'), pasted: unchanged(' a\u200bb ', '1,000') },
  phone: {
    typed: [['0812345678', '081 234 5678']],
    pasted: [
      ['+66 81-234-5678', '081 234 5678'],
      ['66812345678', '081 234 5678'],
      ['๐๘๑๒๓๔๕๖๗๘', '081 234 5678'],
    ],
  },
  account: {
    typed: [['0483921567', '048-392-1567']],
    pasted: [
      ['048-3-92156-7', '048-392-1567'],
      ['๐๔๘ ๓๙๒ ๑๕๖๗', '048-392-1567'],
    ],
  },
  amount: {
    typed: [
      ['100', '100'],
      ['1000', '1,000'],
      ['1500', '1,500'],
      ['12345', '12,345'],
      ['.5', '0.5'],
    ],
    pasted: [
      [' 1,000.50 ', '1,000.50'],
      ['๑๐๐', '100'],
    ],
  },
  otp: {
    typed: unchanged('123'),
    pasted: [
      ['๑๒๓', '123'],
      ['1 2-3', '123'],
    ],
  },
  gift: {
    typed: unchanged('https://gift.truemoney.com/campaign/?v=0123456789abcdefGH'),
    pasted: [
      [
        'ซองของขวัญ HTTP://GIFT.TRUEMONEY.COM/campaign/?v=0123456789abcdefGH!',
        'https://gift.truemoney.com/campaign/?v=0123456789abcdefGH',
      ],
    ],
  },
  time: {
    typed: [['211120261430', '21/11/2026 14:30'], ...unchanged('21/11/2026 14:30')],
    pasted: [
      ['2026-11-21T07:30:00Z', '21/11/2026 14:30'],
      ['๒๑/๑๑/๒๐๒๖ ๑๔:๓๐', '21/11/2026 14:30'],
      ['໒໑/໑໑/໒໐໒໖', '21/11/2026'],
    ],
  },
  promotion: { typed: [['krapao50', 'KRAPAO50']], pasted: [[' krapao\u200b50 ', 'KRAPAO50']] },
  invite: {
    typed: [['pr8k3m4', 'PR8K3M4']],
    pasted: [['มาเล่นกัน https://wallet.example/register?code=PR8K3M4 นะ', 'PR8K3M4']],
  },
};

/** Texts that a field of this kind must refuse: its content then stays unchanged. */
const refusedTexts: Record<string, string[]> = {
  amount: ['100,50', '1.000,50', '1e3', '-5'],
  time: ['พรุ่งนี้', '21/11/2026 14:30 21/11/2026'],
};

const FIELD = 'input:not([type=checkbox],[type=radio],[type=file]), textarea, [contenteditable=true]';

/** Replaces the screenshot function: fills each field of a screen, and restores its text. */
export class FieldChecker {
  /** The kinds of the fields found, by screen. */
  readonly foundFields: Record<string, string[]> = {};
  readonly findings: string[] = [];
  readonly shot: Shot;
  private readonly sessions = new Map<Page, CDPSession>();

  constructor(private page: Page) {
    this.shot = async (screen, of = this.page) => this.checkScreen(screen, of);
  }

  /** Keeps one CDP session open per page: the end of a session would end the page's virtual authenticator. */
  private async sessionOf(page: Page): Promise<CDPSession> {
    const session = this.sessions.get(page) ?? (await page.context().newCDPSession(page));
    this.sessions.set(page, session);
    return session;
  }

  private async checkScreen(screen: string, page: Page): Promise<void> {
    const dialogs = page.getByRole('dialog');
    const scope = (await dialogs.count()) > 0 ? dialogs.last() : page.locator('body');
    const session = await this.sessionOf(page);
    for (const field of await scope.locator(FIELD).all()) {
      // A panel may have been rendered again while the previous field was filled.
      if ((await field.count()) === 0 || !(await field.isVisible()) || !(await field.isEditable())) continue;
      const kind = await field.getAttribute('data-reads');
      if (!kind) {
        this.findings.push(`${screen}: a field has no data-reads`);
        continue;
      }
      const before = await field.inputValue();
      try {
        await this.fill(`${screen}: ${kind}`, { field, kind, page, session });
        await field.fill(before);
        await field.blur();
      } catch (error) {
        if ((await field.count()) > 0) throw error;
        continue; // Another panel replaced it meanwhile.
      }
      (this.foundFields[screen] ??= []).push(kind);
    }
  }

  private async fill(
    place: string,
    { field, kind, page, session }: { field: Locator; kind: string; page: Page; session: CDPSession },
  ): Promise<void> {
    const { typed, pasted } = casesByKind[kind]!;
    const expectShown = async (manner: string, text: string, shown: string) => {
      try {
        await expect
          .poll(async () => plainText(kind, await field.inputValue()), { timeout: 5000 })
          .toBe(plainText(kind, shown));
      } catch {
        this.findings.push(`${place}: ${manner} ${text} is ${await field.inputValue()}, not ${shown}`);
      }
      await field.fill('');
    };
    await field.fill('');
    for (const [text, shown] of typed) {
      await field.focus();
      await page.keyboard.type(text);
      await expectShown('typed', text, shown);
      for (const manner of ['composed', 'composed without a commit', 'composed and corrected'] as const) {
        await field.focus();
        await compose(session, text, manner);
        if (manner === 'composed without a commit') await field.blur();
        await expectShown(manner, text, shown);
      }
    }
    for (const [text, shown] of pasted) {
      await field.focus();
      await page.keyboard.insertText(text);
      await expectShown('pasted', text, shown);
      await field.fill(text);
      await expectShown('put by a password manager', text, shown);
    }
    for (const text of refusedTexts[kind] ?? []) {
      await field.fill('70');
      await field.selectText();
      await page.keyboard.insertText(text);
      await expectShown('pasted', text, '70');
    }
  }
}

/** Returns the text without the separators of an account, which the console does not show. */
function plainText(kind: string, text: string): string {
  return kind === 'account' ? text.replaceAll('-', '') : text;
}

/** Composes a text like Android keyboards with prediction do: each state of the word, then the whole word. */
async function compose(
  session: CDPSession,
  text: string,
  manner: 'composed' | 'composed without a commit' | 'composed and corrected',
): Promise<void> {
  const characters = [...text];
  const states = characters.map((_, i) => characters.slice(0, i + 1).join(''));
  if (manner === 'composed and corrected') states.push(`${text}1`, text);
  for (const state of states)
    await session.send('Input.imeSetComposition', {
      text: state,
      selectionStart: state.length,
      selectionEnd: state.length,
    });
  if (manner !== 'composed without a commit') await session.send('Input.insertText', { text });
}

/**
 * Fields of a source file, with the journey (`walk`) and screen that test them, or the reason (`why`) that none
 * does.
 */
export interface FieldRow {
  fields: string[];
  walk?: string;
  screen?: string;
  why?: string;
}

/** Returns the fields that `slow/fields.json` lists for this journey but the test has not found. */
export function findMissingFields(foundFields: Record<string, string[]>, journey: string): string[] {
  const table = JSON.parse(readFileSync('pwa/e2e/slow/fields.json', 'utf8')) as Record<string, FieldRow[]>;
  return Object.entries(table).flatMap(([file, rows]) =>
    rows
      .filter((row) => row.walk === journey)
      .flatMap(({ fields, screen }) => {
        const remaining = [...(foundFields[screen!] ?? [])];
        return fields
          .filter(
            (kind) => !remaining.includes(kind) || (remaining.splice(remaining.indexOf(kind), 1), false),
          )
          .map((kind) => `${file}: ${kind} on ${screen}`);
      }),
  );
}
