import type { Section } from '../place';

/** Who works, and at what. */
export interface DeskProps {
  me: string;
  role: string;
  /** What this colleague works at. */
  work: Section[];
  section: Section;
}
