import { Plus } from 'lucide-react';
import { TextInput } from '@/ui/text-input';
import { useWords } from '../i18n';
import { SmallButton } from '../ui/small-button';
import { LIMITS } from './draft';

interface RepliesFormProps {
  replies: string[];
  faultAt: (place: string) => string | undefined;
  onChange: (replies: string[]) => void;
}

/** Answers to tap. One that is left empty is not offered. */
export function RepliesForm({ replies, faultAt, onChange }: RepliesFormProps) {
  const { say } = useWords();
  return (
    <>
      {replies.map((reply, i) => (
        <TextInput
          key={i}
          label={say('compose.reply', { index: i + 1 })}
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
          {say('compose.addReply')}
        </SmallButton>
      )}
    </>
  );
}
