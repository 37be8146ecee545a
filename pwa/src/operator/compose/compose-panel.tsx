import { Plus, Send } from 'lucide-react';
import { useState } from 'react';
import { MessageBody } from '@/conversation/message-body';
import type { ShownMessage } from '@/data/domains/chat/shown';
import { Segmented } from '@/ui/segmented';
import { TextInput } from '@/ui/text-input';
import { SupportSide } from '../conversation/side';
import { useTexts } from '../i18n';
import { PanelFrame } from '../panel/panel-frame';
import { closePanel } from '../panel/open-panel';
import { sender } from '../thread/outbox';
import { TextAreaField } from '../ui/form-fields';
import { SmallButton } from '../ui/small-button';
import { ButtonsForm } from './buttons-form';
import { CardsForm } from './cards-form';
import {
  findFaults,
  LIMITS,
  buildMessage,
  newDraft,
  buildPreview,
  type Faults,
  type Kind,
  type RichDraft,
} from './draft';
import { line } from '@/ui/line-reading';

const kinds: Kind[] = ['buttons', 'quick_replies', 'generic'];

/** Composes a message with buttons, replies or cards, and shows it as the customer will see it. */
export function ComposePanel({ id }: { id: string }) {
  const { t } = useTexts();
  const { draft, send, ...editing } = useRichDraft(id);
  return (
    <PanelFrame
      title={t('panel.compose')}
      footer={
        <>
          <Preview draft={draft} />
          <SmallButton icon={Send} tone="brand" className="w-full" onClick={send}>
            {t('compose.send')}
          </SmallButton>
        </>
      }
    >
      <Segmented
        label={t('compose.kind')}
        options={kinds.map((value) => ({ value, label: t(`compose.kinds.${value}`) }))}
        value={draft.kind}
        onChange={(kind) => editing.change({ kind })}
      />
      <div className="mt-4 space-y-3.5">
        <DraftFields conversation={id} draft={draft} {...editing} />
      </div>
    </PanelFrame>
  );
}

/** Returns the message being composed. `send` checks it first; any change clears its faults. */
function useRichDraft(id: string) {
  const { t } = useTexts();
  const [draft, setDraft] = useState<RichDraft>(newDraft);
  const [faults, setFaults] = useState<Faults>(new Map());
  const changeBy = (by: (old: RichDraft) => Partial<RichDraft>) => {
    setDraft((old) => ({ ...old, ...by(old) }));
    setFaults(new Map());
  };
  const change = (changes: Partial<RichDraft>) => changeBy(() => changes);
  const faultAt = (place: string) => {
    const fault = faults.get(place);
    return fault && t(`form.${fault}`);
  };
  const send = () => {
    const found = findFaults(draft);
    setFaults(found);
    if (found.size > 0) return;
    sender.send(id, buildMessage(draft));
    closePanel();
  };
  return { draft, change, changeBy, faultAt, send };
}

interface DraftFieldsProps extends Omit<ReturnType<typeof useRichDraft>, 'send'> {
  conversation: string;
}

/** The inputs for the draft's kind. */
function DraftFields({ conversation, draft, change, changeBy, faultAt }: DraftFieldsProps) {
  const { t } = useTexts();
  return (
    <>
      {draft.kind !== 'generic' && (
        <TextAreaField
          label={t('compose.text')}
          value={draft.text}
          maxLength={LIMITS.text}
          rows={2}
          error={faultAt('text')}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
      )}
      {draft.kind === 'buttons' && (
        <ButtonsForm
          fieldPath="buttons"
          min={1}
          buttons={draft.buttons}
          faultAt={faultAt}
          onChange={(buttons) => change({ buttons })}
        />
      )}
      {draft.kind === 'quick_replies' && (
        <RepliesForm replies={draft.replies} faultAt={faultAt} onChange={(replies) => change({ replies })} />
      )}
      {draft.kind === 'generic' && (
        <CardsForm
          conversation={conversation}
          cards={draft.cards}
          faultAt={faultAt}
          onChange={(by) => changeBy(({ cards }) => ({ cards: by(cards) }))}
        />
      )}
    </>
  );
}

/** The message as the customer will see it, updated while it is written. */
function Preview({ draft }: { draft: RichDraft }) {
  const { t } = useTexts();
  const hint = {
    text: t('compose.hint.text'),
    button: t('compose.hint.button'),
    reply: t('compose.hint.reply'),
    card: t('compose.hint.card'),
  };
  const message: ShownMessage = {
    key: 'preview',
    clientId: 'preview',
    sender: 'support',
    name: '',
    message: buildPreview(draft, hint),
    createdAt: '',
    delivery: 'sent',
  };
  return (
    <section aria-label={t('compose.preview')} className="mb-3">
      <p className="mb-1.5 text-micro text-ink-2">{t('compose.preview')}</p>
      <div className="flex max-h-[34vh] flex-col items-end overflow-y-auto rounded-field bg-bg p-3">
        <SupportSide>
          <MessageBody message={message} />
        </SupportSide>
      </div>
    </section>
  );
}

interface RepliesFormProps {
  replies: string[];
  faultAt: (place: string) => string | undefined;
  onChange: (replies: string[]) => void;
}

/** The replies that the customer can tap. Empty ones are not sent. */
function RepliesForm({ replies, faultAt, onChange }: RepliesFormProps) {
  const { t } = useTexts();
  return (
    <>
      {replies.map((reply, i) => (
        <TextInput
          key={i}
          label={t('compose.reply', { index: i + 1 })}
          reading={line}
          value={reply}
          maxLength={LIMITS.title}
          error={faultAt(`replies.${i}`)}
          onChange={(event) => {
            const { value } = event.currentTarget;
            onChange(replies.map((old, at) => (at === i ? value : old)));
          }}
        />
      ))}
      {replies.length < LIMITS.replies && (
        <SmallButton icon={Plus} onClick={() => onChange([...replies, ''])}>
          {t('compose.addReply')}
        </SmallButton>
      )}
    </>
  );
}
