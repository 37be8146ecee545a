import { useEffect, useState } from 'react';

const WIDEST = 350;
const SHARE = 0.85;
const SETTLED_MS = 500;

/**
 * Returns the wheel's width in px: 350, or 85 % of a narrower window. It changes once a resize has settled.
 */
export function useWheelSize(): number {
  const [size, setSize] = useState(sizeNow);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setSize(sizeNow()), SETTLED_MS);
    };
    window.addEventListener('resize', settle);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('resize', settle);
    };
  }, []);
  return size;
}

function sizeNow(): number {
  return Math.floor(Math.min(WIDEST, SHARE * document.documentElement.clientWidth));
}
