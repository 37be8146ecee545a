import { useEffect, useState } from 'react';

const WIDEST = 350;
const SHARE = 0.85;
const SETTLED_MS = 500;

/**
 * Returns the wheel's width in px: 350, or 85 % of a narrower window. It changes half a second after the
 * last resize.
 */
export function useWheelSize(): number {
  const [size, setSize] = useState(readSize);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const scheduleUpdate = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setSize(readSize()), SETTLED_MS);
    };
    window.addEventListener('resize', scheduleUpdate);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('resize', scheduleUpdate);
    };
  }, []);
  return size;
}

function readSize(): number {
  return Math.floor(Math.min(WIDEST, SHARE * document.documentElement.clientWidth));
}
