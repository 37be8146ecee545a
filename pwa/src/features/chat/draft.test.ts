import { renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { addToDraft, setDraft, useDraft } from './draft';

afterEach(() => setDraft(''));
const typed = () => renderHook(useDraft).result.current;

describe('a line added to what is typed', () => {
  it('is all of it where nothing is', () => {
    addToDraft('About 01K30-T5CYM');

    expect(typed()).toBe('About 01K30-T5CYM');
  });

  it('comes after it, once', () => {
    setDraft('Later\n');
    addToDraft('About 01K30-T5CYM');
    addToDraft('About 01K30-T5CYM');

    expect(typed()).toBe('Later\nAbout 01K30-T5CYM');
  });
});
