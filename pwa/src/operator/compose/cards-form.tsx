import { ImagePlus, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { kindOf } from '@/data/chat/limits';
import { newId } from '@/data/digest';
import { TextInput } from '@/ui/text-input';
import { toast } from '@/ui/toast';
import { uploadMedia } from '../calls';
import { trouble, useWords } from '../i18n';
import { SmallButton } from '../ui/small-button';
import { ButtonsForm } from './buttons-form';
import { LIMITS, newCard, type DraftCard } from './draft';

interface CardsFormProps {
  conversation: string;
  cards: DraftCard[];
  faultAt: (place: string) => string | undefined;
  /** By what is there at that moment: a picture comes when it comes. */
  onChange: (by: (cards: DraftCard[]) => DraftCard[]) => void;
}

/** The cards of a carousel, each with a picture, words and buttons. */
export function CardsForm({ conversation, cards, faultAt, onChange }: CardsFormProps) {
  const { say } = useWords();
  const change = (at: number, some: Partial<DraftCard>) =>
    onChange((all) => all.map((card, i) => (i === at ? { ...card, ...some } : card)));
  return (
    <>
      {cards.map(({ title, subtitle, image, buttons }, i) => (
        <fieldset key={i} className="space-y-2.5 rounded-card bg-surface p-3.5 shadow-e1">
          <legend className="sr-only">{say('compose.card', { index: i + 1 })}</legend>
          <div className="flex min-h-9 items-center justify-between gap-2">
            <p className="font-semibold" aria-hidden="true">
              {say('compose.card', { index: i + 1 })}
            </p>
            {cards.length > 1 && (
              <SmallButton
                icon={Trash2}
                tone="quiet"
                onClick={() => onChange((all) => all.filter((_, at) => at !== i))}
              >
                {say('form.remove')}
              </SmallButton>
            )}
          </div>
          <PicturePick
            conversation={conversation}
            hasPicture={image !== undefined}
            onPicture={(next) => change(i, { image: next })}
          />
          <TextInput
            label={say('compose.cardTitle')}
            value={title}
            maxLength={LIMITS.title}
            error={faultAt(`cards.${i}.title`)}
            onChange={(event) => change(i, { title: event.currentTarget.value })}
          />
          <TextInput
            label={say('compose.subtitle')}
            value={subtitle}
            maxLength={LIMITS.subtitle}
            onChange={(event) => change(i, { subtitle: event.currentTarget.value })}
          />
          <ButtonsForm
            place={`cards.${i}.buttons`}
            least={0}
            buttons={buttons}
            faultAt={faultAt}
            onChange={(next) => change(i, { buttons: next })}
          />
        </fieldset>
      ))}
      {cards.length < LIMITS.cards && (
        <SmallButton icon={Plus} onClick={() => onChange((all) => [...all, newCard()])}>
          {say('compose.addCard')}
        </SmallButton>
      )}
    </>
  );
}

interface PicturePickProps {
  conversation: string;
  hasPicture: boolean;
  onPicture: (image: DraftCard['image']) => void;
}

/** Uploads at once: the card names the picture by the place that it gets. */
function PicturePick({ conversation, hasPicture, onPicture }: PicturePickProps) {
  const { say } = useWords();
  const input = useRef<HTMLInputElement>(null);
  const [percent, setPercent] = useState<number>();
  const take = async (file: File | undefined) => {
    if (!file) return;
    const kind = kindOf(file);
    if (!kind.ok || kind.fileType !== 'image') return toast.error(say('compose.onlyPictures'));
    setPercent(0);
    try {
      const { path, src = '' } = await uploadMedia(conversation, file, {
        clientId: newId(),
        onProgress: (share) => setPercent(Math.round(share * 100)),
      });
      onPicture({ path, src });
    } catch (error) {
      toast.error(trouble(error));
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
          void take(file);
          event.currentTarget.value = '';
        }}
      />
      <SmallButton icon={ImagePlus} busy={percent !== undefined} onClick={() => input.current?.click()}>
        {percent === undefined
          ? say(hasPicture ? 'compose.otherPicture' : 'compose.picture')
          : say('delivery.uploading', { percent })}
      </SmallButton>
      {hasPicture && (
        <SmallButton tone="quiet" onClick={() => onPicture(undefined)}>
          {say('compose.noPicture')}
        </SmallButton>
      )}
    </div>
  );
}
