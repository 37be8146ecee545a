/** A signed-in member, as everything that acts for one needs it: id and token always together. */
export interface Member {
  memberId: string;
  token: string;
}
