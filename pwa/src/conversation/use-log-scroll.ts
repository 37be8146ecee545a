import { useEffect, useEffectEvent, useLayoutEffect, useState, type RefCallback } from 'react';
import { ScrollKeeper } from './scroll-keeper';

interface Log {
  firstKey: string | undefined;
  lastKey: string | undefined;
  /** What one has just sent oneself is always shown. */
  lastIsOurs: boolean;
  onNearTop: () => void;
}

export interface LogScroll {
  /** For what scrolls. */
  box: RefCallback<HTMLDivElement>;
  onScroll: () => void;
  /** The last line that was seen at the end; undefined while one is there. */
  leftAt: string | undefined;
  toEnd: () => void;
}

/** `ScrollKeeper` for a list of lines. */
export function useLogScroll({ firstKey, lastKey, lastIsOurs, onNearTop }: Log): LogScroll {
  const [keeper] = useState(() => new ScrollKeeper());
  const [leftAt, setLeftAt] = useState<string>();
  useLayoutEffect(() => keeper.keepPlace(firstKey), [keeper, firstKey]);
  useLayoutEffect(() => keeper.keepEnd(lastKey, lastIsOurs), [keeper, lastKey, lastIsOurs]);
  const askOn = useEffectEvent(() => {
    if (keeper.wantsMore()) onNearTop();
  });
  useEffect(() => askOn(), [firstKey]);
  const onScroll = () => {
    const { atEnd, nearTop } = keeper.look();
    setLeftAt((left) => (atEnd ? undefined : (left ?? lastKey)));
    if (nearTop) onNearTop();
  };
  const toEnd = () => {
    keeper.toEnd();
    setLeftAt(undefined);
  };
  return { box: keeper.attach, onScroll, leftAt, toEnd };
}
