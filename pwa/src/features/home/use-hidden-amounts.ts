import { useState } from 'react';

const KEY = 'hide-amounts';

/** Whether amounts are covered on this phone, for those who open it on a bus. */
export function useHiddenAmounts(): [boolean, () => void] {
  const [hidden, setHidden] = useState(() => localStorage.getItem(KEY) === '1');
  const toggle = () => {
    localStorage.setItem(KEY, hidden ? '0' : '1');
    setHidden(!hidden);
  };
  return [hidden, toggle];
}
