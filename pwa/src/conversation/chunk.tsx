import { memo } from 'react';
import { useServerTime } from '@/data/api/use-server-time';
import { cx } from '@/ui/cx';
import { formatDay, isToday, isYesterday } from '@/ui/format/time';
import { isSameLine, type Chunk } from './lines';
import { MessageRow } from './message-row';
import { useSide, useTalk } from './side';

interface ChunkRowsProps {
  chunk: Chunk;
  onOpen: (src: string, alt: string) => void;
}

export const ChunkRows = memo(function ChunkRows({ chunk: { lines, remote }, onOpen }: ChunkRowsProps) {
  return (
    // The size is remembered from when it was drawn: skipping it later moves nothing.
    <div
      role="presentation"
      className={cx('[contain-intrinsic-size:auto_2000px]', remote && '[content-visibility:auto]')}
    >
      {lines.map(({ message, day, quiet }) => (
        <div key={message.key} role="presentation" data-key={message.key}>
          {day && <DayHead moment={day} />}
          <MessageRow message={message} quiet={quiet} onOpen={onOpen} />
        </div>
      ))}
    </div>
  );
}, isSameChunk);

function isSameChunk(a: ChunkRowsProps, b: ChunkRowsProps): boolean {
  const [one, other] = [a.chunk, b.chunk];
  if (a.onOpen !== b.onOpen || one.remote !== other.remote || one.lines.length !== other.lines.length)
    return false;
  return one.lines.every((line, i) => isSameLine(line, other.lines[i]!));
}

function DayHead({ moment }: { moment: string }) {
  const { locale, isDense } = useSide();
  const t = useTalk();
  useServerTime();
  return (
    <div
      role="listitem"
      className={cx('pt-1 pb-3 text-center text-ink-2', isDense ? 'text-micro' : 'text-small')}
    >
      {isToday(moment) ? t('today') : isYesterday(moment) ? t('yesterday') : formatDay(moment, locale)}
    </div>
  );
}
