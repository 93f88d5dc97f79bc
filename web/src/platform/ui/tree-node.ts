/** A visible node of a tree. */
export interface TreeNode {
  id: string;
  name: string;
  /** The name stands for one that is given later: in italics. */
  isPlaceholder?: boolean;
  /** 1 at the top. */
  level: number;
  hasChildren: boolean;
  open: boolean;
  /** The number of siblings with itself, and its position among them from 1. */
  setSize: number;
  position: number;
}
