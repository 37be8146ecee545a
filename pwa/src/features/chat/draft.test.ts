import { renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { addToDraft, setDraft, useDraft } from './draft';

afterEach(() => setDraft(''));
const readDraft = () => renderHook(useDraft).result.current;

describe('a line added to the draft', () => {
  it('a line added to an empty draft is the whole draft', () => {
    addToDraft('About 01K30-T5CYM');

    expect(readDraft()).toBe('About 01K30-T5CYM');
  });

  it('a line that is added twice is once at the end of the draft', () => {
    setDraft('Later\n');
    addToDraft('About 01K30-T5CYM');
    addToDraft('About 01K30-T5CYM');

    expect(readDraft()).toBe('Later\nAbout 01K30-T5CYM');
  });
});
