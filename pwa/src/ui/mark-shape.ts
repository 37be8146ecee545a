/** The logo on a canvas of 512: the letter's stroke, and the coin in its arch. */
export const markLetter = 'M152 402V270l52-34-62-44C156 138 202 108 258 108c68 0 108 44 108 112v182';
export const markStroke = 62;
export const markCoin = { x: 259, y: 334, radius: 50 };
