/**
 * Registers every domain with the engine, in the page and in the service worker. Add a new domain here. This
 * file must be loaded before the engine is used.
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
