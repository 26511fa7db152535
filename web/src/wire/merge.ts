/** JSON merge patch (RFC 7396): how an update changes a view. What a patch does not name stays the same object. */
export function merge<Target>(target: Target, patch: unknown): Target {
  if (!isObject(patch)) return patch as Target;
  const merged: Record<string, unknown> = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else merged[name] = merge(merged[name], value);
  }
  return merged as Target;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
