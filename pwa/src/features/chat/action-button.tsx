import { ExternalLink, Phone, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Destination } from '@/conversation/destination';
import { sendPostback } from '@/data/domains/chat';
import type { ChatButton } from '@/data/api/conversation';
import { phoneAddress, webAddress } from '@/data/kit/address';
import { cx } from '@/ui/cx';
import { toastFailure } from './toast-failure';

const faceClass =
  'flex min-h-11 w-full items-center justify-center gap-2 px-3.5 py-1.5 text-center font-semibold';

/** A button in a message from support. If the button's address is not safe, only its title is shown. */
export function ActionButton({ button }: { button: ChatButton }) {
  const { title, payload, type } = button;
  const web = type === 'web' ? webAddress(payload) : undefined;
  const phone = type === 'call' ? phoneAddress(payload) : undefined;
  if (web) return <OutsideLink href={web.href} icon={ExternalLink} title={title} newTab />;
  if (phone) return <OutsideLink href={phone} icon={Phone} title={title} />;
  if (type !== 'postback') return <bdi className={cx(faceClass, 'text-ink-2')}>{title}</bdi>;
  return (
    <button
      type="button"
      onClick={() => toastFailure(sendPostback({ title, payload }))}
      className={cx(faceClass, 'press text-brand-text')}
    >
      <bdi>{title}</bdi>
    </button>
  );
}

interface OutsideLinkProps {
  href: string;
  icon: LucideIcon;
  title: string;
  newTab?: boolean;
}

function OutsideLink({ href, icon: Icon, title, newTab }: OutsideLinkProps) {
  const { t } = useTranslation('chat');
  return (
    <a
      href={href}
      {...(newTab && { target: '_blank', rel: 'noopener noreferrer' })}
      className={cx(faceClass, 'press text-brand-text')}
    >
      <Icon className="size-4.5 shrink-0" aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere">
        <bdi>{title}</bdi>
        {newTab && <Destination address={href} />}
      </span>
      {newTab && <span className="sr-only"> ({t('newTab')})</span>}
    </a>
  );
}

/** Shows one row per button below the text, separated by lines. */
export function ActionButtons({ buttons }: { buttons: ChatButton[] }) {
  return (
    <ul>
      {buttons.map((button, i) => (
        <li key={i} className="border-t border-line">
          <ActionButton button={button} />
        </li>
      ))}
    </ul>
  );
}
