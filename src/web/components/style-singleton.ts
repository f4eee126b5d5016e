/**
 * Stands in for the package `react-style-singleton` when the page is built. That package adds `<style>` elements,
 * which the content security policy of the page refuses; a constructed style sheet does the same within the policy.
 */
import { useEffect } from 'react';

function singleton() {
  let uses = 0;
  let sheet: CSSStyleSheet | undefined;
  return {
    add(text: string): void {
      if (uses++ > 0) return;
      sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets.push(sheet);
    },
    remove(): void {
      if (--uses > 0) return;
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    },
  };
}

function useStyle(
  sheet: ReturnType<typeof singleton>,
  { styles, dynamic }: { styles: string; dynamic?: boolean },
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a style that is not dynamic is taken once
  useEffect(() => {
    sheet.add(styles);
    return () => sheet.remove();
  }, [dynamic === true && styles]);
  return null;
}

/** A component that keeps a style in force while it is on screen; one per caller, as the package has it. */
export const styleSingleton = () => useStyle.bind(null, singleton());
