import { renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { addToDraft, setDraft, useDraft } from './draft';

afterEach(() => setDraft(''));
const typed = () => renderHook(useDraft).result.current;

describe('a line added to the draft', () => {
  it('the line is the whole draft if that was empty', () => {
    addToDraft('About 01K30-T5CYM');

    expect(typed()).toBe('About 01K30-T5CYM');
  });

  it('the line is added once at the end', () => {
    setDraft('Later\n');
    addToDraft('About 01K30-T5CYM');
    addToDraft('About 01K30-T5CYM');

    expect(typed()).toBe('Later\nAbout 01K30-T5CYM');
  });
});
