/**
 * Makes every domain known to the engine, in the page and in the service worker alike: a new domain is named here.
 * Loaded before the engine is used.
 */
import '../domains/chat/registration';
import '../domains/slip/registration';
