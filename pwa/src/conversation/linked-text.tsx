import { splitLinks } from './links';

/** Shows a text with its addresses as links. Direction characters in the text cannot reverse an address. */
export function LinkedText({ text }: { text: string }) {
  return (
    <p className="whitespace-pre-wrap wrap-anywhere">
      <bdi>
        {splitLinks(text).map(({ text: piece, href }, i) =>
          href ? (
            <a
              key={i}
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              className="font-medium underline decoration-[1.5px] underline-offset-[3px]"
            >
              <bdi>{piece}</bdi>
            </a>
          ) : (
            piece
          ),
        )}
      </bdi>
    </p>
  );
}
