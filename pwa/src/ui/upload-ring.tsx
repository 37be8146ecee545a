import { X } from 'lucide-react';

const RADIUS = 20;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

interface UploadRingProps {
  percent: number;
  /** The label of the button that cancels the upload. */
  label: string;
  onStop: () => void;
}

/**
 * Shows the progress of an upload above its dimmed picture, with a button to cancel it. The text below has
 * the percentage.
 */
export function UploadRing({ percent, label, onStop }: UploadRingProps) {
  return (
    <span className="absolute inset-0 grid place-items-center bg-scrim">
      <button
        type="button"
        aria-label={label}
        onClick={onStop}
        className="press relative grid size-11 place-items-center rounded-full bg-[oklch(0.2_0.03_165/0.6)] text-white"
      >
        <svg
          viewBox="0 0 44 44"
          className="absolute inset-0 -rotate-90"
          fill="none"
          strokeWidth="3.5"
          aria-hidden="true"
        >
          <circle cx="22" cy="22" r={RADIUS} stroke="currentColor" strokeOpacity=".35" />
          <circle
            cx="22"
            cy="22"
            r={RADIUS}
            stroke="currentColor"
            strokeLinecap="round"
            strokeDasharray={CIRCUMFERENCE}
            strokeDashoffset={CIRCUMFERENCE * (1 - percent / 100)}
          />
        </svg>
        <X className="size-5" strokeWidth={2.4} aria-hidden="true" />
      </button>
    </span>
  );
}
