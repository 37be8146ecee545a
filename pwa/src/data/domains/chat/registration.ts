/** Registers the conversation with the engine. */
import { registerKind } from '../../engine/outbox/kinds';
import { chat } from './kind';

registerKind('chat', chat);
