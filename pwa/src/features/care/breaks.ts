/** How long play can be closed for. */
export const breaks = [
  { name: 'h24', kind: 'coolOff', hours: 24 },
  { name: 'd3', kind: 'coolOff', hours: 72 },
  { name: 'w1', kind: 'coolOff', hours: 168 },
  { name: 'w2', kind: 'coolOff', hours: 336 },
  { name: 'w6', kind: 'coolOff', hours: 1008 },
  { name: 'm6', kind: 'exclude', months: 6 },
  { name: 'y1', kind: 'exclude', months: 12 },
  { name: 'y2', kind: 'exclude', months: 24 },
  { name: 'y5', kind: 'exclude', months: 60 },
  { name: 'ever', kind: 'exclude', months: null },
] as const;

export type Break = (typeof breaks)[number];
