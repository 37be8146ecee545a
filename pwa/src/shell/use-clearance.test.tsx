import { act, cleanup, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useClearance } from './use-clearance';

const place = document.createElement('span');
const control = document.createElement('button');

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  place.getBoundingClientRect = () => new DOMRect(0, 0, 52, 52);
  document.elementsFromPoint = () => [];
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  delete (document as Partial<Document>).elementsFromPoint;
});

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('a place is no longer clear once a control scrolls under it', async () => {
  const { result } = renderHook(() => useClearance({ current: place }));
  await wait(500);
  expect(result.current).toBe(true);

  document.elementsFromPoint = () => [control];
  fireEvent.scroll(window);
  await wait(500);

  expect(result.current).toBe(false);
});

it('a place stays clear while a finger is down, so that the tap is not lost', async () => {
  const { result } = renderHook(() => useClearance({ current: place }));
  await wait(500);

  fireEvent.pointerDown(document.body);
  document.elementsFromPoint = () => [control];
  fireEvent.scroll(window);
  await wait(500);
  expect(result.current).toBe(true);

  fireEvent.pointerUp(document.body);
  await wait(500);
  expect(result.current).toBe(false);
});

it('a place is checked again after a cancelled touch', async () => {
  const { result } = renderHook(() => useClearance({ current: place }));
  fireEvent.pointerDown(document.body);
  document.elementsFromPoint = () => [control];
  await wait(500);

  fireEvent.pointerCancel(document.body);
  await wait(500);

  expect(result.current).toBe(false);
});
