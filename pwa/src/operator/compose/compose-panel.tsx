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
  findErrors,
  LIMITS,
  buildMessage,
  newDraft,
  buildPreview,
  type DraftErrors,
  type Kind,
  type RichDraft,
} from './draft';
import { lineReading } from '@/ui/line-reading';

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

/** Returns the draft, its form errors, and the functions that change and send it. `send` checks the draft
 * first; any change clears the errors. */
function useRichDraft(id: string) {
  const { t } = useTexts();
  const [draft, setDraft] = useState<RichDraft>(newDraft);
  const [errors, setErrors] = useState<DraftErrors>(new Map());
  const updateDraft = (update: (old: RichDraft) => Partial<RichDraft>) => {
    setDraft((old) => ({ ...old, ...update(old) }));
    setErrors(new Map());
  };
  const change = (changes: Partial<RichDraft>) => updateDraft(() => changes);
  const errorAt = (fieldPath: string) => {
    const error = errors.get(fieldPath);
    return error && t(`form.${error}`);
  };
  const send = () => {
    const found = findErrors(draft);
    setErrors(found);
    if (found.size > 0) return;
    sender.send(id, buildMessage(draft));
    closePanel();
  };
  return { draft, change, updateDraft, errorAt, send };
}

interface DraftFieldsProps extends Omit<ReturnType<typeof useRichDraft>, 'send'> {
  conversation: string;
}

/** The inputs for the draft's kind. */
function DraftFields({ conversation, draft, change, updateDraft, errorAt }: DraftFieldsProps) {
  const { t } = useTexts();
  return (
    <>
      {draft.kind !== 'generic' && (
        <TextAreaField
          label={t('compose.text')}
          value={draft.text}
          maxLength={LIMITS.text}
          rows={2}
          error={errorAt('text')}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
      )}
      {draft.kind === 'buttons' && (
        <ButtonsForm
          fieldPath="buttons"
          min={1}
          buttons={draft.buttons}
          errorAt={errorAt}
          onChange={(buttons) => change({ buttons })}
        />
      )}
      {draft.kind === 'quick_replies' && (
        <RepliesForm replies={draft.replies} errorAt={errorAt} onChange={(replies) => change({ replies })} />
      )}
      {draft.kind === 'generic' && (
        <CardsForm
          conversation={conversation}
          cards={draft.cards}
          errorAt={errorAt}
          onChange={(by) => updateDraft(({ cards }) => ({ cards: by(cards) }))}
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
  errorAt: (place: string) => string | undefined;
  onChange: (replies: string[]) => void;
}

/** The replies that the customer can tap. Empty ones are not sent. */
function RepliesForm({ replies, errorAt, onChange }: RepliesFormProps) {
  const { t } = useTexts();
  return (
    <>
      {replies.map((reply, i) => (
        <TextInput
          key={i}
          label={t('compose.reply', { index: i + 1 })}
          reading={lineReading}
          value={reply}
          maxLength={LIMITS.title}
          error={errorAt(`replies.${i}`)}
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
