/** Gives the page the width of paper while it is printed, so that figures are drawn for it; listeners after this one find it so. */
export function startPaper(): void {
  const { classList } = document.documentElement;
  addEventListener('beforeprint', () => classList.add('paper'));
  addEventListener('afterprint', () => classList.remove('paper'));
}
