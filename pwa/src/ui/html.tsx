import { createElement, Fragment, type ReactNode } from 'react';
import { hasUser, mailAddress, namesAnotherHost, phoneAddress, webAddress } from '@/data/kit/address';
import { cx } from './cx';

/** The tags that operators may use. Other tags are removed, and their text is kept. */
const allowedTags = new Set(
  'p br b strong i em u s small ul ol li h1 h2 h3 h4 h5 h6 blockquote hr div span table thead tbody tr th td'.split(
    ' ',
  ),
);

/** Tags that are removed together with their text. */
const removedTags = new Set(
  'script style template iframe object embed noscript svg math textarea select title'.split(' '),
);

/** Headings in an operator's text rank below the headings of the page or sheet. */
const loweredHeadings: Record<string, string> = { h1: 'h3', h2: 'h3' };

/**
 * Renders operators' HTML as React elements, built from an allow-list. No attributes are kept except the
 * address of a link or picture, and nothing is assigned to innerHTML. The server also sanitises the HTML when
 * it is saved.
 */
export function Html({ html, className }: { html: string; className?: string }) {
  const plain = !/<\w/.test(html);
  return (
    <div className={cx('rich-text', plain && 'whitespace-pre-line', className)}>
      {childrenOf(parse(html))}
    </div>
  );
}

/** Missing in TypeScript's libraries so far. */
interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createHTML(text: string): string },
  ): { createHTML(text: string): unknown };
}

/**
 * Parses HTML; the only place in the page that does. The document is detached, so it runs and loads nothing.
 */
const policy = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy('krapao-html', {
  createHTML: (text) => text,
});

function parse(html: string): Node {
  const trusted = (policy?.createHTML(html) ?? html) as string;
  return new DOMParser().parseFromString(trusted, 'text/html').body;
}

function childrenOf(node: Node): ReactNode[] {
  return Array.from(node.childNodes, (child, i) => <Fragment key={i}>{toReact(child)}</Fragment>);
}

function toReact(node: Node): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const tag = node.localName;
  if (removedTags.has(tag)) return null;
  if (tag === 'a') return renderLink(node);
  if (tag === 'img') return renderPicture(node);
  if (!allowedTags.has(tag)) return childrenOf(node);
  if (tag === 'br' || tag === 'hr') return createElement(tag);
  return createElement(loweredHeadings[tag] ?? tag, null, ...childrenOf(node));
}

/** Returns a link. If its text names another host than its address, returns only the text. */
function renderLink(node: Element): ReactNode {
  const url = urlOf(node.getAttribute('href'));
  const href = url && addressOf(url);
  if (!href || namesAnotherHost(node.textContent, url)) return childrenOf(node);
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {childrenOf(node)}
    </a>
  );
}

/**
 * Returns the address of a link if it is allowed: our own pages, the web, one phone number or one mail
 * address.
 */
function addressOf(url: URL): string | undefined {
  if (url.protocol === 'tel:') return phoneAddress(url.href);
  if (url.protocol === 'mailto:') return mailAddress(url);
  return isOwn(url) ? url.href : webAddress(url.href)?.href;
}

function renderPicture(node: Element): ReactNode {
  const url = urlOf(node.getAttribute('src'));
  if (!url || !isOwn(url) || !FILE.test(url.pathname) || url.search) return null;
  return <img src={url.href} alt={node.getAttribute('alt') ?? ''} loading="lazy" decoding="async" />;
}

/**
 * The path of a picture that the server has as a file, by the rule of the server's package content. It is
 * never a call of the API.
 */
const FILE = /^(?!\/(?:api|hooks)\/)(?:\/[\w-]{1,40}){1,4}\.(?:svg|png|jpg|webp)$/;

/**
 * Returns whether the address is a page of the app. A `blob:` of the same origin is not, nor is an address
 * with a user name.
 */
function isOwn(url: URL): boolean {
  return url.origin === location.origin && url.protocol === location.protocol && !hasUser(url);
}

function urlOf(value: string | null): URL | undefined {
  return value && URL.canParse(value, location.origin) ? new URL(value, location.origin) : undefined;
}
