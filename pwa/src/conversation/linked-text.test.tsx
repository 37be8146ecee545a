import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { LinkedText } from './linked-text';

afterEach(cleanup);

it('a message with right-to-left text is isolated, and so is each address in it', () => {
  const { container } = render(<LinkedText text={'\u202eyap https://a.example/b\nsecond line'} />);

  expect(container.innerHTML.replaceAll(/ (?:class|target|rel)="[^"]*"/g, '')).toBe(
    '<p><bdi>\u202eyap <a href="https://a.example/b"><bdi>https://a.example/b</bdi></a>\nsecond line</bdi></p>',
  );
});
