import { webAddress } from '@/data/kit/address';
import { useConversationTexts } from './side';

/**
 * The host that a button leads to, shown under its title so that the title cannot claim another host. Hosts
 * with letters that only look Latin are shown in their encoded form (`xn--`).
 */
export function Destination({ address }: { address: string }) {
  const t = useConversationTexts();
  const url = webAddress(address);
  return (
    url && <span className="block text-micro font-normal text-ink-2">{t('leadsTo', { host: url.host })}</span>
  );
}
