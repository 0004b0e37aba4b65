//===- Editor.h - Edits of a pipeline -------------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For the sources of this project, not for users. Users and fixes edit a
// pipeline in the same way: they find nodes and places, each in their own way,
// and let the editor make the edit.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_EDIT_EDITOR_H
#define PMB_BUILDER_EDIT_EDITOR_H

#include "builder/edit/Linker.h"

namespace pmb {

/// A place in the list, and what the position named there.
struct ListPosition {
  /// Null for the end.
  Node *before;
  /// The nest of what the position named.
  AnchorPath *near;
  /// Null for the ends of the list.
  const Node *reference;
  bool isAfter;
  /// The node that what is put there follows, for what comes later; null if
  /// there is none.
  Node *follows = nullptr;
  /// What is put there stays next to `reference`.
  bool isImmediate = false;
  /// How the position was said if there is no `reference`.
  Position::Relation relation = Position::Relation::Before;

  /// What is put there is added to the slot that the position names.
  bool isInSlot() const {
    return reference && !isAfter && reference->getKind() == Node::Kind::Slot;
  }
};

/// Makes edits of single nodes, of which the begin of a bundle stands for all
/// that is in it. Each fails with the reason why the current party cannot make
/// the edit; contracts are left to others. REQUIRES: `atomically` is around
/// each, as an edit that fails may have been made in part.
class Editor {
public:
  explicit Editor(PipelineImpl &pipeline)
      : pipeline(pipeline), list(pipeline.list) {}

  /// Lets `linker` link what it has opened, and keep what is wrong with what is
  /// in that. A place that is inside of a contiguous bundle is left if it is at
  /// an edge. Returns the node, or the begin of the bundle.
  llvm::Expected<Node *> insert(Linker &linker, const OpenedRecipe &opened,
                                ListPosition place);
  /// Moves a node, with its nest, to a place outside of it.
  llvm::Error move(Node &node, ListPosition place);
  llvm::Error remove(Node &node);
  /// Puts what was opened in the place of a node. Returns it as `insert` does.
  llvm::Expected<Node *> replace(Linker &linker, const OpenedRecipe &opened,
                                 Node &node);
  /// Takes a node away that `successor`, which is there, replaces.
  llvm::Error replace(Node &node, const Node &successor);
  /// Sets options of a pass beside its others.
  llvm::Error setOptions(Node &node, llvm::StringRef options);
  llvm::Error pin(Node &node, llvm::StringRef reason, PinnedOptions options);

  /// The party that edits, in a transaction of another than the owner, or the
  /// file that it edits from; whatever it has set as the origin. REQUIRES:
  /// there is such a transaction.
  const Origin &getParty() const;
  /// Whether something comes from that party.
  bool isOwn(const Origin &origin) const {
    return origin.isSameParty(getParty()) ||
           origin.isSameParty(*pipeline.foreignOrigin);
  }
  /// Fails if the current party may not make that edit of a node.
  llvm::Error checkEditable(const Node &node, EditTrace::Kind kind) const;

private:
  llvm::Error checkMovable(const Node &node, const ListPosition &place) const;
  EditTrace makeTrace(EditTrace::Kind kind, const Node &node) const;
  void rememberOthersIn(const Node &node);
  void takeAway(Node &node, EditTrace trace, const Node *successor = nullptr);
  void rememberPlace(Node &added, const ListPosition &place);
  void rememberNeighbor(Node &added, const ListPosition &place);
  void leavePlace(Node &node);
  void takePlaceOf(Node &node, Node &added);

  PipelineImpl &pipeline;
  PassList &list;
};

/// `node`, or the last of what was put after it.
Node *findLastAfter(Node *node);

} // namespace pmb

#endif // PMB_BUILDER_EDIT_EDITOR_H
