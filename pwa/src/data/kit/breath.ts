/** Ends the task: the browser answers what was tapped meanwhile, and draws, before the work goes on. */
export function breath(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } };
  return scheduler?.yield?.() ?? new Promise((go) => setTimeout(go));
}
