/** What the engine has to know of slips. */
import { registerKind } from '../../engine/outbox/kinds';
import { slip } from './kind';

registerKind('slip', slip);
