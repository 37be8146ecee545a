import { useEffect, useSyncExternalStore } from 'react';
import { Signal } from '@/data/kit/store';
import { deviceStorage } from '@/data/kit/web-storage';

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'theme';
const onChange = new Signal();

/** The colours `bg` and `wallet` of the tokens, for the browser's own bar. */
const barColours = {
  bg: { light: '#f8f8f1', dark: '#0b120f' },
  wallet: { light: '#0d4b29', dark: '#144a2b' },
};

export type Bar = keyof typeof barColours;
let bar: Bar = 'bg';

export function getTheme(): Theme {
  const stored = deviceStorage.get(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Stores the choice on this device and applies it at once. */
export function setTheme(theme: Theme): void {
  if (theme === 'system') deviceStorage.remove(KEY);
  else deviceStorage.set(KEY, theme);
  const { classList } = document.documentElement;
  classList.toggle('light', theme === 'light');
  classList.toggle('dark', theme === 'dark');
  paintBar();
  onChange.emit();
}

export function useTheme(): Theme {
  return useSyncExternalStore(onChange.watch, getTheme);
}

/** Sets the colour of the browser's bar to the page's top colour while the component is mounted. */
export function useBrowserBarColour(colour: Bar): void {
  useEffect(() => {
    bar = colour;
    paintBar();
    return () => {
      bar = 'bg';
      paintBar();
    };
  }, [colour]);
}

function paintBar(): void {
  const theme = getTheme();
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const scheme = meta.media.includes('dark') ? 'dark' : 'light';
    meta.content = barColours[bar][theme === 'system' ? scheme : theme];
  }
}
