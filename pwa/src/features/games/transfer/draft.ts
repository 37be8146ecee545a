/** A transfer as it is being put together. The codes are empty where nothing is chosen. */
export interface Draft {
  from: string;
  to: string;
  /** In satang. */
  amount: number | undefined;
  /** All of it was tapped, whatever that is when it is sent. */
  isAll: boolean;
}
