import { ImagePlus, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { kindOf } from '@/data/domains/chat/limits';
import { newId } from '@/data/kit/digest';
import { TextInput } from '@/ui/text-input';
import { toast } from '@/ui/toast';
import { uploadMedia } from '../calls';
import { errorTextOf, useTexts } from '../i18n';
import { SmallButton } from '../ui/small-button';
import { ButtonsForm } from './buttons-form';
import { LIMITS, newCard, type DraftCard } from './draft';
import { lineReading } from '@/ui/line-reading';

interface CardsFormProps {
  conversation: string;
  cards: DraftCard[];
  errorAt: (place: string) => string | undefined;
  /** Called with a function of the current cards, because an upload may end after other changes. */
  onChange: (by: (cards: DraftCard[]) => DraftCard[]) => void;
}

/** The cards of a carousel, each with a picture, text and buttons. */
export function CardsForm({ conversation, cards, errorAt, onChange }: CardsFormProps) {
  const { t } = useTexts();
  return (
    <>
      {cards.map((card, i) => (
        <CardFields
          key={i}
          {...{ conversation, card, errorAt }}
          index={i}
          onChange={(changes) =>
            onChange((all) => all.map((old, at) => (at === i ? { ...old, ...changes } : old)))
          }
          onRemove={cards.length > 1 ? () => onChange((all) => all.filter((_, at) => at !== i)) : undefined}
        />
      ))}
      {cards.length < LIMITS.cards && (
        <SmallButton icon={Plus} onClick={() => onChange((all) => [...all, newCard()])}>
          {t('compose.addCard')}
        </SmallButton>
      )}
    </>
  );
}

interface CardFieldsProps extends Pick<CardsFormProps, 'conversation' | 'errorAt'> {
  card: DraftCard;
  index: number;
  onChange: (changes: Partial<DraftCard>) => void;
  /** Absent for the only card. */
  onRemove: (() => void) | undefined;
}

function CardFields({ conversation, card, index, errorAt, onChange, onRemove }: CardFieldsProps) {
  const { t } = useTexts();
  const { title, subtitle, image, buttons } = card;
  return (
    <fieldset className="space-y-2.5 rounded-card bg-surface p-3.5 shadow-e1">
      <legend className="sr-only">{t('compose.card', { index: index + 1 })}</legend>
      <div className="flex min-h-9 items-center justify-between gap-2">
        <p className="font-semibold" aria-hidden="true">
          {t('compose.card', { index: index + 1 })}
        </p>
        {onRemove && (
          <SmallButton icon={Trash2} tone="quiet" onClick={onRemove}>
            {t('form.remove')}
          </SmallButton>
        )}
      </div>
      <PicturePicker
        conversation={conversation}
        hasPicture={image !== undefined}
        onPicture={(next) => onChange({ image: next })}
      />
      <TextInput
        label={t('compose.cardTitle')}
        reading={lineReading}
        value={title}
        maxLength={LIMITS.title}
        error={errorAt(`cards.${index}.title`)}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <TextInput
        label={t('compose.subtitle')}
        reading={lineReading}
        value={subtitle}
        maxLength={LIMITS.subtitle}
        onChange={(event) => onChange({ subtitle: event.currentTarget.value })}
      />
      <ButtonsForm
        fieldPath={`cards.${index}.buttons`}
        min={0}
        buttons={buttons}
        errorAt={errorAt}
        onChange={(next) => onChange({ buttons: next })}
      />
    </fieldset>
  );
}

interface PicturePickerProps {
  conversation: string;
  hasPicture: boolean;
  onPicture: (image: DraftCard['image']) => void;
}

/** Uploads the picture at once, since the card contains the path that the server returns. */
function PicturePicker({ conversation, hasPicture, onPicture }: PicturePickerProps) {
  const { t } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const [percent, setPercent] = useState<number>();
  const uploadPicture = async (file: File | undefined) => {
    if (!file) return;
    const kind = kindOf(file);
    if (!kind.ok || kind.fileType !== 'image') return toast.error(t('compose.onlyPictures'));
    setPercent(0);
    try {
      const { path, src = '' } = await uploadMedia(conversation, file, {
        clientId: newId(),
        onProgress: (share) => setPercent(Math.round(share * 100)),
      });
      onPicture({ path, src });
    } catch (error) {
      toast.error(errorTextOf(error));
    } finally {
      setPercent(undefined);
    }
  };
  return (
    <div className="flex items-center gap-2">
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/gif"
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
        data-testid="card-file"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          void uploadPicture(file);
          event.currentTarget.value = '';
        }}
      />
      <SmallButton icon={ImagePlus} busy={percent !== undefined} onClick={() => input.current?.click()}>
        {percent === undefined
          ? t(hasPicture ? 'compose.otherPicture' : 'compose.picture')
          : t('delivery.uploading', { percent })}
      </SmallButton>
      {hasPicture && (
        <SmallButton tone="quiet" onClick={() => onPicture(undefined)}>
          {t('compose.noPicture')}
        </SmallButton>
      )}
    </div>
  );
}
