/** Registers the site’s texts and settings with the engine. */
import { registerResources, type ResourceLines } from '../../engine/resources/resources';

const resources = {
  active: { path: '/api/lookup/active', whose: 'everyone' },
  agreements: { path: '/api/lookup/agreements', whose: 'everyone', byLocale: true },
  banks: { path: '/api/lookup/banks', whose: 'everyone' },
  conditions: { path: '/api/lookup/conditions', whose: 'everyone', byLocale: true },
  contact: { path: '/api/lookup/contact', whose: 'everyone', byLocale: true },
  enableChatWidget: { path: '/api/lookup/enableChatWidget', whose: 'everyone' },
  info: { path: '/api/lookup/info', whose: 'everyone', byLocale: true },
  notice: { path: '/api/lookup/notice', whose: 'everyone', byLocale: true },
  registerOTP: { path: '/api/lookup/registerOTP', whose: 'everyone' },
  sources: { path: '/api/lookup/sources', whose: 'everyone', byLocale: true },
} as const satisfies ResourceLines;

type ContentResources = typeof resources;
declare module '../../engine/resources/resources' {
  interface Resources extends ContentResources {}
}
registerResources(resources);
