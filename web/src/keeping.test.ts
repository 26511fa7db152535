import { afterEach, expect, test, vi } from "vitest";
import { forget, keep, keepData, kept, keptData } from "./keeping";

afterEach(() => {
  vi.unstubAllGlobals();
  for (const where of ["device", "tab"] as const) forget(where, "key");
});

test("what is kept is found again, on the device and in the tab apart", () => {
  expect(keep("device", "key", "a")).toBe(true);
  expect([kept("device", "key"), kept("tab", "key")]).toEqual(["a", null]);
  expect(localStorage.getItem("key")).toBe("a");
  forget("device", "key");
  expect(kept("device", "key")).toBeNull();
});

test("a browser that keeps nothing keeps it while the page is open", () => {
  const forbidden = () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: forbidden, setItem: forbidden, removeItem: forbidden });
  expect(kept("device", "key")).toBeNull();
  expect(keepData("device", "key", { some: 1 })).toBe(false);
  expect(keptData("device", "key")).toEqual({ some: 1 });
  forget("device", "key");
  expect(keptData("device", "key")).toBeNull();
});

test("a browser without room has the newest, not the old one", () => {
  keep("tab", "key", "old");
  const { getItem, removeItem } = sessionStorage;
  const full = () => {
    throw new DOMException("No room.", "QuotaExceededError");
  };
  const storage = sessionStorage;
  vi.stubGlobal("sessionStorage", {
    getItem: getItem.bind(storage),
    removeItem: removeItem.bind(storage),
    setItem: full,
  });
  expect(keep("tab", "key", "new")).toBe(false);
  expect(kept("tab", "key")).toBe("new");
});

test("what cannot be read is nothing", () => {
  keep("device", "key", "{");
  expect(keptData("device", "key")).toBeNull();
});
