/** Registers the site’s texts and settings with the engine. */
import { registerResources, type ResourceDefinitions } from '../../engine/resources/resources';

const resources = {
  active: { path: '/api/lookup/active', scope: 'everyone' },
  agreements: { path: '/api/lookup/agreements', scope: 'everyone', byLocale: true },
  banks: { path: '/api/lookup/banks', scope: 'everyone' },
  conditions: { path: '/api/lookup/conditions', scope: 'everyone', byLocale: true },
  contact: { path: '/api/lookup/contact', scope: 'everyone', byLocale: true },
  enableChatWidget: { path: '/api/lookup/enableChatWidget', scope: 'everyone' },
  info: { path: '/api/lookup/info', scope: 'everyone', byLocale: true },
  notice: { path: '/api/lookup/notice', scope: 'everyone', byLocale: true },
  registerOTP: { path: '/api/lookup/registerOTP', scope: 'everyone' },
  sources: { path: '/api/lookup/sources', scope: 'everyone', byLocale: true },
} as const satisfies ResourceDefinitions;

type ContentResources = typeof resources;
declare module '../../engine/resources/resources' {
  interface Resources extends ContentResources {}
}
registerResources(resources);
