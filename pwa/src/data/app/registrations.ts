/**
 * Registers every domain with the engine, in the page and in the service worker: a new domain is added
 * here. Loaded before the engine is used.
 */
import '../domains/care/registration';
import '../domains/cash/registration';
import '../domains/chat/registration';
import '../domains/content/registration';
import '../domains/games/registration';
import '../domains/identity/registration';
import '../domains/rewards/registration';
import '../domains/slip/registration';
import '../domains/statement/registration';
