import { webAddress } from '@/data/kit/address';
import { useTalk } from './side';

/**
 * Under a button's title: the host that the button leads to, so that no title can claim another
 * one. Letters that look like Latin ones are written in their code (`xn--`).
 */
export function Destination({ address }: { address: string }) {
  const t = useTalk();
  const url = webAddress(address);
  return (
    url && <span className="block text-micro font-normal text-ink-2">{t('leadsTo', { host: url.host })}</span>
  );
}
