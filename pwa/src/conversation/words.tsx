import { linksIn } from './links';

/** Words as they were written, addresses to tap. */
export function Words({ text }: { text: string }) {
  return (
    <p className="whitespace-pre-wrap wrap-anywhere">
      {linksIn(text).map(({ text: piece, href }, i) =>
        href ? (
          <a
            key={i}
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            className="font-medium underline decoration-[1.5px] underline-offset-[3px]"
          >
            {piece}
          </a>
        ) : (
          piece
        ),
      )}
    </p>
  );
}
